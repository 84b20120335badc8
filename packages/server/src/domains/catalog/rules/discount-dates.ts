import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Dates {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** What is wrong about them, told at the field that was said last. */
export function datesRefusal(
  { startsAt, endsAt }: Dates,
  field: 'starts_at' | 'ends_at',
): Refusal<'discount_dates_reversed'> | null {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return null
  return refuse('discount_dates_reversed', { loc: ['body', field] })
}
