import * as z from 'zod/mini'

/** Of each request: the path, the version of the object, and the start in Unix milliseconds. */
export const Arrivals = z.array(z.tuple([z.string(), z.number(), z.number()]))
export type Arrivals = z.output<typeof Arrivals>
