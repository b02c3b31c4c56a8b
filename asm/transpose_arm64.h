// Transposition of squares in vector registers.

// Exchanges the odd elements of A with the even ones of B, into C and D.
#define EXCHANGE(T, A, B, C, D) \
	VTRN1 B.T, A.T, C.T \
	VTRN2 B.T, A.T, D.T

// Transposes a square of words, rows A to H, into rows I to P. A to H are spoiled.
#define TRANSPOSE(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P) \
	EXCHANGE(H8, A, B, I, J) \
	EXCHANGE(H8, C, D, K, L) \
	EXCHANGE(H8, E, F, M, N) \
	EXCHANGE(H8, G, H, O, P) \
	EXCHANGE(S4, I, K, A, C) \
	EXCHANGE(S4, J, L, B, D) \
	EXCHANGE(S4, M, O, E, G) \
	EXCHANGE(S4, N, P, F, H) \
	EXCHANGE(D2, A, E, I, M) \
	EXCHANGE(D2, B, F, J, N) \
	EXCHANGE(D2, C, G, K, O) \
	EXCHANGE(D2, D, H, L, P)
