import type { Position } from './position.ts'

/** Where the primary was at an instant of this process’s monotonic clock. */
interface Sample {
  readonly atMilliseconds: number
  readonly position: Position
}

/** What is known of how far a replica is behind. */
export interface ReplicaLag {
  /** When the primary was where the replica is now, or a moment later; null while unknown. */
  readonly freshAtMilliseconds: number | null
  /** Samples that the replica hasn’t replayed yet, the oldest first. */
  readonly ahead: readonly Sample[]
}

export const unknownLag: ReplicaLag = { freshAtMilliseconds: null, ahead: [] }

const samplesMax = 3_600

/**
 * Positions of the primary tell the lag also where nothing is written, and while the replica gets
 * nothing: the time of the last replayed transaction would grow on an idle primary, and the
 * distance in bytes says nothing about time. Only one clock is read.
 */
export function lagWithSample(lag: ReplicaLag, sample: Sample): ReplicaLag {
  return { ...lag, ahead: [...lag.ahead.slice(-samplesMax), sample] }
}

export function lagAfterReplay(
  { freshAtMilliseconds, ahead }: ReplicaLag,
  replayed: Position,
): ReplicaLag {
  const reached = ahead.filter(({ position }) => position <= replayed)
  return {
    freshAtMilliseconds: reached.at(-1)?.atMilliseconds ?? freshAtMilliseconds,
    ahead: ahead.slice(reached.length),
  }
}
