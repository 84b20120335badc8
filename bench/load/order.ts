import * as z from 'zod/mini'

/** What is asked of a server: raw HTTP, of which each turn takes one at random. */
export interface Demand {
  readonly requests: readonly string[]
  /** What every answer must contain, so that no refusal counts as a fast answer. */
  readonly expects: string
  readonly connections: number
  /** Text as long as a UUID, in whose place each request has one of its own. */
  readonly unique?: string
  /**
   * Each connection asks at this pace, and the wait for a late answer counts as the next one's.
   * Without it, it asks again as soon as it was answered.
   */
  readonly everyMilliseconds?: number
}

export interface LoadOrder extends Demand {
  readonly port: number
  readonly seconds: number
}

export const LoadReport = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50Milliseconds: z.number(),
  p99Milliseconds: z.number(),
})

export type LoadReport = z.output<typeof LoadReport>
