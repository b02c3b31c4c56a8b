/*
 * A plugin for QEMU's user-mode emulators, version 7.2 and up, that counts the
 * guest's instructions:
 *
 *     qemu-aarch64 -plugin count.so,out=FILE PROGRAM
 *     qemu-aarch64 -plugin count.so,out=FILE,blocks=TEXT PROGRAM
 *     qemu-aarch64 -plugin count.so,out=FILE,symbol=TEXT PROGRAM
 *
 * With a symbol it counts the instructions of all functions whose symbol
 * contains the text, on all threads, and writes one number at the end.
 *
 * Without one it counts between two marks, and writes a line for each pair. The
 * marks are the Go functions main.begin and main.end. Only the thread that
 * called main.begin is counted, without the Go runtime's work on it: the runtime
 * switches goroutines at any moment, and the instructions it takes to copy or
 * clear memory depend on addresses, which differ from run to run.
 *
 * QEMU translates the guest's code block by block. A block has one way in and
 * runs to its end, so adding up the lengths of blocks is enough. With blocks=TEXT
 * the line of a pair of marks goes on with three numbers for each block that ran in
 * a function whose symbol contains the text: its address, the address behind it,
 * and how often it ran. Blocks overlap where a jump leads into the middle of one,
 * and the same one may come twice.
 *
 * Go asks a goroutine to give way by making the check of its stack fail, at the
 * start of a function. That takes three more runs of blocks: the check, the call
 * of runtime.morestack, and the jump back to the start. They are subtracted
 * again, but not from the runs of single blocks: assembly without a stack has no
 * such check. A run is blocks that follow one another in memory, since a block also
 * ends where a page does.
 *
 * The declarations are the part of QEMU's plugin interface that is used here;
 * Debian has no package with the header.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*on_block)(plugin_id, struct qemu_plugin_tb *);
typedef void (*on_exec)(unsigned cpu, void *data);
typedef void (*on_end)(plugin_id, void *data);

extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
extern const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, on_block);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, on_exec, int flags, void *data);
extern void qemu_plugin_register_atexit_cb(plugin_id, on_end, void *data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { NO_REGISTERS = 0 };

static FILE *out;
static const char *text;  /* of the symbols to count in; none: count between marks */
static uint64_t count;

/* Between marks: */
static int counting;
static unsigned thread;   /* the one that called main.begin */
static uint64_t last[2];  /* instructions in the last two runs that counted */
static uint64_t next;     /* the address behind the last block */
static int back;          /* 1: the next run is the jump back; 2: this one is */

struct piece {
	uint64_t start, end, length, runs;
	struct piece *other; /* the one listed before */
};

static const char *listed_text; /* of the symbols of listed blocks; none: list nothing */
static struct piece *listed;

static void add(unsigned cpu, void *length)
{
	__atomic_fetch_add(&count, (uintptr_t)length, __ATOMIC_RELAXED);
}

static void begin(unsigned cpu, void *data)
{
	counting = 1;
	thread = cpu;
	count = last[0] = last[1] = next = 0;
	back = 0;
	for (struct piece *b = listed; b; b = b->other)
		b->runs = 0;
}

static void write_count(void)
{
	fprintf(out, "%llu", (unsigned long long)count);
	for (struct piece *b = listed; b; b = b->other)
		if (b->runs)
			fprintf(out, " %llu %llu %llu", (unsigned long long)b->start, (unsigned long long)b->end, (unsigned long long)b->runs);
	fputc('\n', out);
}

static void end(unsigned cpu, void *data)
{
	if (!counting || cpu != thread)
		return;
	counting = 0;
	write_count();
}

static void block(unsigned cpu, void *data)
{
	struct piece *b = data;
	int follows = b->start == next;

	if (!counting || cpu != thread)
		return;
	b->runs++;
	next = b->end;
	if (back == 1 || (back == 2 && follows)) {
		back = 2;
		return;
	}
	back = 0;
	if (!follows) {
		last[0] = last[1];
		last[1] = 0;
	}
	last[1] += b->length;
	count += b->length;
}

static void morestack(unsigned cpu, void *data)
{
	if (!counting || cpu != thread || back == 1)
		return;
	count -= last[0] + last[1];
	last[0] = last[1] = next = 0;
	back = 1;
}

static int starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

static void on_run(struct qemu_plugin_tb *tb, on_exec what, void *data)
{
	qemu_plugin_register_vcpu_tb_exec_cb(tb, what, NO_REGISTERS, data);
}

/* piece_of describes a block. QEMU keeps its translation, and with it the piece. */
static struct piece *piece_of(struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
	struct piece *b = malloc(sizeof *b);

	if (!b)
		abort();
	b->start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
	b->end = qemu_plugin_insn_vaddr(last) + qemu_plugin_insn_size(last);
	b->length = n;
	b->runs = 0;
	return b;
}

static void translated_for_symbols(plugin_id id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb), inside = 0;

	for (size_t i = 0; i < n; i++) {
		const char *symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, i));
		inside += symbol && strstr(symbol, text);
	}
	if (inside)
		on_run(tb, add, (void *)(uintptr_t)inside);
}

static void translated_for_marks(plugin_id id, struct qemu_plugin_tb *tb)
{
	const char *symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));
	on_exec what = block;
	struct piece *b;

	if (!symbol)
		return; /* code of the kernel or of a signal handler */
	if (!strcmp(symbol, "main.begin"))
		what = begin;
	else if (!strcmp(symbol, "main.end"))
		what = end;
	else if (starts(symbol, "runtime.morestack"))
		what = morestack;
	else if (starts(symbol, "runtime.") || starts(symbol, "internal/runtime/") || starts(symbol, "go"))
		return; /* gogo and gosave... are the runtime's, go:... belongs to no program */
	b = piece_of(tb);
	if (listed_text && strstr(symbol, listed_text)) {
		b->other = listed;
		listed = b;
	}
	on_run(tb, what, b);
}

static void finish(plugin_id id, void *data)
{
	if (text)
		write_count();
	fclose(out);
}

__attribute__((visibility("default")))
int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (starts(argv[i], "out="))
			out = fopen(argv[i] + 4, "w");
		else if (starts(argv[i], "symbol="))
			text = strdup(argv[i] + 7);
		else if (starts(argv[i], "blocks="))
			listed_text = strdup(argv[i] + 7);
	if (!out) {
		fprintf(stderr, "count.so: cannot write the file that out= names\n");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, text ? translated_for_symbols : translated_for_marks);
	qemu_plugin_register_atexit_cb(id, finish, NULL);
	return 0;
}
