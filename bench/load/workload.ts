import * as z from 'zod/mini'

/** The requests of a turn, as raw HTTP; each time one is picked at random. */
export interface Workload {
  readonly requests: readonly string[]
  /** Text that every response must contain, so that no error counts as a fast response. */
  readonly expects: string
  readonly connections: number
  /** A placeholder as long as a UUID, which each request replaces with a new one wherever it is. */
  readonly unique?: string
  /**
   * The interval between requests of a connection. A delay by a late response counts for the next
   * request. Without it, a connection sends again as soon as it has the response.
   */
  readonly everyMilliseconds?: number
}

export interface LoadJob extends Workload {
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
