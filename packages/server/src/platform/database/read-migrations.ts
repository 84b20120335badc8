import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /**
   * The oldest version that runs on the schema that it leaves. Null if it only expands the schema,
   * so that every version runs on it that ran before.
   */
  readonly oldestVersion: string | null
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (Number.isNaN(number)) {
        throw new StartFailure(`Migration ${name} is not named like 0001_what_it_does.sql`)
      }
      if (number !== index + 1) {
        const expected = String(index + 1).padStart(4, '0')
        throw new StartFailure(`Migration ${name} is in the place of number ${expected}`)
      }
      const sql = await readFile(join(folder, name), 'utf8')
      if (/^\s*(begin|commit|rollback)\s*;/im.test(sql)) {
        throw new StartFailure(`Migration ${name} must leave its transaction to the runner`)
      }
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number, name, sql, checksum, oldestVersion: oldestVersionOf(name, sql) }
    }),
  )
}

const claim = /^-- *(expand|contract)\b.*/i
const expansion = /^-- expand: \S/
const contraction = /^-- contract since (\d+\.\d+\.\d+): \S/

/** Whether the migration says that it is harmless for the release before, although it looks harmful. */
export const explainsExpansion = ({ sql }: Pick<Migration, 'sql'>): boolean => expansion.test(sql)

function oldestVersionOf(name: string, sql: string): string | null {
  const [line] = claim.exec(sql) ?? []
  const [, since] = contraction.exec(sql) ?? []
  if (line === undefined || expansion.test(sql)) return null
  if (since !== undefined) return since
  throw new StartFailure(
    `Migration ${name} begins with “${line}”, which is neither “-- expand: why older code can work ` +
      'with it” nor “-- contract since 1.2.3: what that version no longer uses”',
  )
}
