import * as z from 'zod/mini'

/** Of each call: the path, the version of what it was about, and when it began, in Unix ms. */
export const Arrivals = z.array(z.tuple([z.string(), z.number(), z.number()]))
export type Arrivals = z.output<typeof Arrivals>
