import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { type Work, work } from '../../../platform/work.ts'
import { creditNoteContent, invoiceContent } from '../rules/invoice-content.ts'
import { findInvoiceFacts } from '../store/invoice-facts.ts'
import {
  findPrinted,
  insertDocument,
  type ListedInvoice,
  listInvoicesOf,
  markInvoiceGenerated,
} from '../store/invoices.ts'
import { lockOrder, type OrderKey } from '../store/orders.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { numberInvoices } from './invoice-numbers.ts'
import { invoicePage } from './invoice-page.ts'
import type { InvoiceParts } from './invoice-parts.ts'
import { orderEvent, showOrder } from './present-order.ts'

type MakingParts = Pick<InvoiceParts, 'workshop' | 'printer'>

/** Makes every page of an order that is missing, and gives it a number if it has none. */
export async function makeInvoices(parts: MakingParts, order: OrderKey): Promise<void> {
  const { kysely } = parts.workshop.database
  const known = await listInvoicesOf(kysely, order)
  if (known.length === 0) await numberInvoices(parts.workshop, order.organizationId)
  const invoices = known.length === 0 ? await listInvoicesOf(kysely, order) : known
  for (const invoice of invoices) {
    if (!invoice.isGenerated) await makePage(parts, order, invoice)
  }
}

/** Something else can change the order while its page is drawn, but hardly again and again. */
const attemptsMax = 3

async function makePage(
  { workshop, printer }: MakingParts,
  order: OrderKey,
  invoice: ListedInvoice,
): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const content = await contentOf(workshop.database.kysely, order, invoice)
    const pdf = await printer.print(invoicePage(content))
    const isKept = await work(workshop, { organizationId: order.organizationId }, (unit) =>
      keepPage(unit, { order, invoice, printed: jsonOf(content), pdf }),
    )
    if (isKept) return
  }
  throw new Problem('conflicting_change')
}

async function contentOf(
  db: Kysely<Tables>,
  order: OrderKey,
  { number, issuedAt, organizationId, correctsId }: ListedInvoice,
): Promise<InvoiceContent> {
  if (correctsId !== null) {
    const taken = await findPrinted(db, { organizationId, id: correctsId })
    assert(taken !== undefined, 'what is taken back was printed')
    return creditNoteContent(z.parse(InvoiceContent, taken.printed), { number, issuedAt })
  }
  const found = await findInvoiceFacts(db, order)
  assert(found !== undefined, 'an order that has a number is there')
  return invoiceContent(invoiceFacts(found), { number, issuedAt })
}

const jsonOf = (content: InvoiceContent): JsonValue => JSON.parse(JSON.stringify(content))

interface Page {
  readonly order: OrderKey
  readonly invoice: ListedInvoice
  readonly printed: JsonValue
  readonly pdf: Buffer
}

/** False where the order says something else by now. What somebody else printed stands. */
async function keepPage(unit: Work, { order, invoice, printed, pdf }: Page): Promise<boolean> {
  const { tx, now } = unit
  const locked = await lockOrder(tx, order)
  assert(locked !== undefined, 'orders are not deleted')
  if (!isSame(printed, jsonOf(await contentOf(tx, order, invoice)))) return false
  const isFirst = await insertDocument(tx, {
    organizationId: order.organizationId,
    invoiceId: invoice.id,
    printed: jsonText(printed),
    pdf,
    madeAt: now,
  })
  if (isFirst && invoice.kind === 'invoice') await tellOrder(unit, order)
  return true
}

async function tellOrder(unit: Work, order: OrderKey): Promise<void> {
  const marked = await markInvoiceGenerated(unit.tx, order, unit.now)
  unit.record(orderEvent('updated', marked, await showOrder(unit.tx, marked)))
}
