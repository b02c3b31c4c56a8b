/*
 * A plugin for QEMU's user-mode emulators, version 7.2 and up: it counts the
 * guest's instructions between two marks and writes a line for each pair.
 *
 *     qemu-aarch64 -plugin count.so,out=FILE PROGRAM
 *
 * The marks are Go functions: main.begin and main.end. Only the thread that
 * called main.begin is counted, and not what the Go runtime does on it: it
 * switches goroutines at any moment, and how many instructions it takes to copy
 * or clear memory depends on addresses, which differ from run to run.
 *
 * QEMU translates the guest's code block by block; a block has one way in and
 * runs to its end. So it is enough to add up the lengths of blocks.
 *
 * Go asks a goroutine to give way by making the check of its stack fail, at the
 * start of a function. That takes three blocks of the function more: the check,
 * the call of runtime.morestack, and the jump back to the start. They are taken
 * out again.
 *
 * The declarations are those of QEMU's plugin interface that are used here;
 * Debian has no package with the header.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*on_block)(plugin_id, struct qemu_plugin_tb *);
typedef void (*on_exec)(unsigned cpu, void *data);
typedef void (*on_exit)(plugin_id, void *data);

extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, on_block);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, on_exec, int flags, void *data);
extern void qemu_plugin_register_atexit_cb(plugin_id, on_exit, void *data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { NO_REGISTERS = 0 };

static FILE *out;
static int counting;      /* between the marks */
static unsigned thread;   /* that called main.begin */
static uint64_t count;
static uint64_t last[2];  /* lengths of the last two blocks that counted */
static int back;          /* the next block is the jump back to the start */

static void begin(unsigned cpu, void *data)
{
	counting = 1;
	thread = cpu;
	count = last[0] = last[1] = 0;
	back = 0;
}

static void end(unsigned cpu, void *data)
{
	if (!counting || cpu != thread)
		return;
	counting = 0;
	fprintf(out, "%llu\n", (unsigned long long)count);
}

static void block(unsigned cpu, void *length)
{
	if (!counting || cpu != thread)
		return;
	if (back) {
		back = 0;
		return;
	}
	last[0] = last[1];
	last[1] = (uintptr_t)length;
	count += last[1];
}

static void morestack(unsigned cpu, void *data)
{
	if (!counting || cpu != thread || back)
		return;
	count -= last[0] + last[1];
	back = 1;
}

static int starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
	const char *symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));
	on_exec what = block;

	if (!symbol)
		return; /* the kernel's, or a handler's */
	if (!strcmp(symbol, "main.begin"))
		what = begin;
	else if (!strcmp(symbol, "main.end"))
		what = end;
	else if (starts(symbol, "runtime.morestack"))
		what = morestack;
	else if (starts(symbol, "runtime.") || starts(symbol, "internal/runtime/") || starts(symbol, "go"))
		return; /* gogo and gosave... are the runtime's, go:... no program's */
	qemu_plugin_register_vcpu_tb_exec_cb(tb, what, NO_REGISTERS,
		(void *)(uintptr_t)qemu_plugin_tb_n_insns(tb));
}

static void finish(plugin_id id, void *data)
{
	fclose(out);
}

__attribute__((visibility("default")))
int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (starts(argv[i], "out="))
			out = fopen(argv[i] + 4, "w");
	if (!out) {
		fprintf(stderr, "count.so: cannot write the file that out= names\n");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, finish, NULL);
	return 0;
}
