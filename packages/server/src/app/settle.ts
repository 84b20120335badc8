import { amountsToSettle, settleBalance } from '../domains/ledger/index.ts'
import type { Money } from '../kernel/money.ts'
import { moneyText } from '../kernel/money-text.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { work } from '../platform/work.ts'
import { databaseUrlOf, roleAt } from './beside-server.ts'

interface Wish {
  readonly slug: string
  /** Said twice, because books are never edited. */
  readonly isMeant: boolean
}

/** Books that an organization was handed over what it had, and says what that is. */
export async function settle(config: Config, wish: Wish): Promise<string> {
  const url = databaseUrlOf(config)
  const role = (await roleAt(url)) ?? undefined
  const database = await openDatabase({ url, role }, { warn: () => undefined })
  try {
    return await settleIn(database, wish)
  } finally {
    await database.close()
  }
}

async function settleIn(database: Database, { slug, isMeant }: Wish): Promise<string> {
  const organization = await database.kysely
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (organization === undefined) throw new StartFailure(`There is no organization ${slug}`)
  const { id: organizationId, name } = organization
  if (!isMeant) return asked(slug, name, await amountsToSettle(database.kysely, organizationId))
  const workshop = { database, clock: systemClock, wake: () => undefined }
  const settled = await work(workshop, { organizationId }, (unit) =>
    settleBalance(unit, organizationId),
  )
  return settled.length === 0 ? nothingFor(name) : `${name} is settled: ${listed(settled)}`
}

const asked = (slug: string, name: string, amounts: readonly Money[]): string =>
  amounts.length === 0
    ? nothingFor(name)
    : `${name} has ${listed(amounts)}, tax included. Once it is handed over, note it with ` +
      `guildhall settle ${slug} --yes; books are never edited`

const nothingFor = (name: string): string => `${name} has nothing to settle`

const listed = (amounts: readonly Money[]): string => amounts.map(moneyText).join(', ')
