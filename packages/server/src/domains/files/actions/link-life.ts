/** By real time, since a bucket knows no other. */
export const linkMilliseconds = 600_000
