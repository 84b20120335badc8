import * as z from 'zod/mini'
import { runOn } from '../../packages/server/test/sql.ts'
import { type Child, startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { RenewalReport } from './report.ts'
import { addSubscribers, newPlan } from './subscribers.ts'

export interface Scale {
  /** The number of renewals for the rate. */
  readonly due: number
  /** The numbers of subscriptions between which the cost of a renewal is compared. */
  readonly few: number
  readonly many: number
}

export interface Turn extends RenewalReport {
  readonly renewed: number
}

export interface Measured {
  readonly amongFew: Turn
  readonly amongMany: Turn
  readonly full: Turn
}

export async function measure(urls: Urls, { due, few, many }: Scale): Promise<Measured> {
  const { ownerUrl } = urls
  // Creates the schema, and is stopped before anything is due.
  const server = await startServer(ourServer(urls, { GUILDHALL_ROLES: 'web' }))
  await server.child.stop()
  const plan = await newPlan(ownerUrl)
  const { child } = await startChild('./renewals/renewer.ts', [urls.appUrl])
  const turn = async (count: number) => {
    await addSubscribers(ownerUrl, plan, { count, isDue: true })
    await runOn(ownerUrl, 'vacuum analyze')
    await runOn(ownerUrl, 'checkpoint').catch(() => undefined)
    return renew(child, ownerUrl, count)
  }
  try {
    await turn(Math.ceil(few / 10))
    const amongFew = await turn(few)
    await addSubscribers(ownerUrl, plan, { count: many - few, isDue: false })
    const amongMany = await turn(few)
    const full = await turn(due)
    return { amongFew, amongMany, full }
  } finally {
    await child.stop()
  }
}

const Tally = z.object({ paid: z.number(), booked: z.number(), waiting: z.number() })

async function tally(ownerUrl: string): Promise<z.output<typeof Tally>> {
  const [row] = await runOn(
    ownerUrl,
    `select (select count(*)::int from orders where status = 'paid' and tax_amount = 190) as paid,
            (select count(*)::int from journal_entry where kind = 'payment') as booked,
            (select count(*)::int from subscription where due_at <= now()) as waiting`,
  )
  return Tally.parse(row)
}

/** Every renewal must be paid, taxed and in the journal. */
export async function renew(child: Child, ownerUrl: string, count: number): Promise<Turn> {
  const before = await tally(ownerUrl)
  const report = z.parse(RenewalReport, await child.request('renew'))
  const after = await tally(ownerUrl)
  const [paid, booked] = [after.paid - before.paid, after.booked - before.booked]
  if (paid !== count || booked !== count || after.waiting !== 0) {
    throw new Error(`of ${count} due ${paid} were paid and ${booked} booked; ${after.waiting} wait`)
  }
  return { ...report, renewed: count }
}
