import {
  payoutAmounts,
  recordPayout,
  unknownFees,
} from '../domains/ledger/actions/record-payout.ts'
import { sumDebts } from '../domains/orders/store/customer-balances.ts'
import type { Money } from '../kernel/money.ts'
import { moneyText } from '../kernel/money-text.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { runUnitOfWork } from '../platform/unit-of-work.ts'
import { databaseUrlOf, roleAt } from './attach-to-server.ts'

export interface PayoutRequest {
  readonly slug: string
  /** Confirmed by `--yes`, because entries are never edited. */
  readonly isConfirmed: boolean
  /** What customers owe is paid out as well, at the operator’s own risk. */
  readonly includesDebts: boolean
}

/** What was paid out, or is due. */
interface PayoutResult {
  readonly organization: { readonly slug: string; readonly name: string }
  readonly isRecorded: boolean
  readonly amounts: readonly Money[]
  /** What customers owe, which is withheld. */
  readonly withheld: readonly Money[]
  /** Payments whose fees aren’t booked yet. */
  readonly paymentsWithoutFee: number
}

/** Records that an organization was paid out, or says what would be paid out. */
export async function payout(config: Config, request: PayoutRequest): Promise<PayoutResult> {
  const url = databaseUrlOf(config)
  const role = (await roleAt(url)) ?? undefined
  const database = await openDatabase({ url, role }, { warn: () => undefined })
  try {
    return await payoutIn(database, request)
  } finally {
    await database.close()
  }
}

async function payoutIn(
  database: Database,
  { slug, isConfirmed, includesDebts }: PayoutRequest,
): Promise<PayoutResult> {
  const { kysely } = database
  const organization = await kysely
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (organization === undefined) throw new StartFailure(`There is no organization ${slug}`)
  const { id: organizationId, name } = organization
  const readDebts = includesDebts ? async () => [] : sumDebts
  const withheld = await readDebts(kysely, organizationId)
  const paymentsWithoutFee = await unknownFees(kysely, organizationId)
  const uowFactory = { database, clock: systemClock, wake: () => undefined }
  const amounts = isConfirmed
    ? await runUnitOfWork(uowFactory, { organizationId }, (uow) =>
        recordPayout(uow, organizationId, readDebts),
      )
    : await payoutAmounts(kysely, organizationId, readDebts)
  const isRecorded = isConfirmed && amounts.length > 0
  return { organization: { slug, name }, isRecorded, amounts, withheld, paymentsWithoutFee }
}

/** As the command prints it. */
export function payoutText(result: PayoutResult): string {
  const { organization, isRecorded, amounts } = result
  const { slug, name } = organization
  const more = withheldText(result.withheld) + unknownText(result.paymentsWithoutFee)
  if (amounts.length === 0) return `${name} has nothing to pay out${more}`
  if (isRecorded) return `Recorded for ${name}: ${listed(amounts)}${more}`
  return (
    `${name} is due ${listed(amounts)}, tax included. Once it is paid out, record it with ` +
    `guildhall payout ${slug} --yes; entries are never edited${more}`
  )
}

const withheldText = (debts: readonly Money[]): string =>
  debts.length === 0
    ? ''
    : `. Customers owe ${listed(debts)}, which is paid out once they have paid it, or with ` +
      '--with-debts'

const unknownText = (count: number): string =>
  count === 0
    ? ''
    : `. ${feesOf(count)} booked yet and will reduce a later payout: ` +
      'guildhall reconcile --book books what is missing'

const feesOf = (count: number): string =>
  count === 1 ? 'The Stripe fee of 1 payment isn’t' : `The Stripe fees of ${count} payments aren’t`

const listed = (amounts: readonly Money[]): string => amounts.map(moneyText).join(', ')
