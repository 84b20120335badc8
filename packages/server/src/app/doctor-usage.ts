import { type ExaminedDatabase, type Finding, fine } from './findings.ts'

/** Says which usage events are kept, and that older ones than a setting asks for wait. */
export async function examineUsageEvents(
  database: ExaminedDatabase,
  months: number | null,
): Promise<Finding[]> {
  if (months === null) return [fine('usage events are kept for ever')]
  const { rows } = await database.query<{ first: string | null; isOld: boolean }>(
    `select to_char(min(first), 'YYYY-MM') as first,
            min(first) < date_trunc('month', now() at time zone 'UTC')
                         - make_interval(months => ${months} + 1) as "isOld"
       from pg_inherits,
            to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') as first
      where inhparent = to_regclass('usage_event')`,
  )
  const [oldest] = rows
  if (oldest === undefined || oldest.first === null) return []
  const kept = `usage events are kept since ${oldest.first}`
  return [
    fine(
      oldest.isOld
        ? `${kept}, longer than ${months} months, because something needs them: the log says whose`
        : kept,
    ),
  ]
}
