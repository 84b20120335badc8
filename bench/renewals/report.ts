import * as z from 'zod/mini'

export const RenewalReport = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  dueQueryMilliseconds: z.number(),
  /** The peak resident memory in bytes. */
  memoryFirstHalf: z.number(),
  memorySecondHalf: z.number(),
})
export type RenewalReport = z.output<typeof RenewalReport>
