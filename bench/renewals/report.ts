import * as z from 'zod/mini'

export const RenewalReport = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  dueQueryMilliseconds: z.number(),
  /** The most that was taken, in bytes. */
  memoryFirstHalf: z.number(),
  memorySecondHalf: z.number(),
})
export type RenewalReport = z.output<typeof RenewalReport>
