import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { invoiceFacts } from '../present/invoice.ts'
import { invoicePage } from '../present/invoice-page.ts'
import { creditNoteContent, invoiceContent } from '../rules/invoice.ts'
import { findInvoiceFacts } from '../store/invoice-facts.ts'
import {
  findPrinted,
  insertDocument,
  type ListedInvoice,
  listInvoicesOf,
  markInvoiceGenerated,
} from '../store/invoices.ts'
import { lockOrder, type OrderKey } from '../store/orders.ts'
import type { InvoiceDeps } from './deps.ts'
import { numberInvoices } from './number-invoices.ts'
import { orderEvents } from './order-events.ts'
import { showOrder } from './show-orders.ts'

type MakeDeps = Pick<InvoiceDeps, 'uowFactory' | 'printer'>

/** Makes the missing documents of an order, and assigns a number where it has none. */
export async function makeInvoices(deps: MakeDeps, order: OrderKey): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const known = await listInvoicesOf(kysely, order)
  if (known.length === 0) await numberInvoices(deps.uowFactory, order.organizationId)
  const invoices = known.length === 0 ? await listInvoicesOf(kysely, order) : known
  for (const invoice of invoices) {
    if (!invoice.isGenerated) await makeDocument(deps, order, invoice)
  }
}

/** The order may change while its document is drawn, but not every time. */
const attemptsMax = 3

async function makeDocument(
  { uowFactory, printer }: MakeDeps,
  order: OrderKey,
  invoice: ListedInvoice,
): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const content = await contentOf(uowFactory.database.kysely, order, invoice)
    const pdf = await printer.print(invoicePage(content))
    const isSaved = await runUnitOfWork(
      uowFactory,
      { organizationId: order.organizationId },
      (uow) => saveDocument(uow, { order, invoice, printed: jsonOf(content), pdf }),
    )
    if (isSaved) return
  }
  throw new Problem('conflicting_change')
}

async function contentOf(
  db: Kysely<Tables>,
  order: OrderKey,
  { number, issuedAt, organizationId, correctsId }: ListedInvoice,
): Promise<InvoiceContent> {
  if (correctsId !== null) {
    const reversed = await findPrinted(db, { organizationId, id: correctsId })
    assert(reversed !== undefined, 'a reversed invoice was generated')
    return creditNoteContent(z.parse(InvoiceContent, reversed.printed), { number, issuedAt })
  }
  const found = await findInvoiceFacts(db, order)
  assert(found !== undefined, 'orders are never deleted')
  return invoiceContent(invoiceFacts(found), { number, issuedAt })
}

const jsonOf = (content: InvoiceContent): JsonValue => JSON.parse(JSON.stringify(content))

interface Document {
  readonly order: OrderKey
  readonly invoice: ListedInvoice
  readonly printed: JsonValue
  readonly pdf: Buffer
}

/** False where the order has changed meanwhile. A document that was stored before stays. */
async function saveDocument(
  uow: UnitOfWork,
  { order, invoice, printed, pdf }: Document,
): Promise<boolean> {
  const { tx, now } = uow
  const locked = await lockOrder(tx, order)
  assert(locked !== undefined, 'orders are never deleted')
  if (!isSame(printed, jsonOf(await contentOf(tx, order, invoice)))) return false
  const isFirst = await insertDocument(tx, {
    organizationId: order.organizationId,
    invoiceId: invoice.id,
    printed: jsonText(printed),
    pdf,
    madeAt: now,
  })
  if (isFirst && invoice.kind === 'invoice') await recordGenerated(uow, order)
  return true
}

async function recordGenerated(uow: UnitOfWork, order: OrderKey): Promise<void> {
  const marked = await markInvoiceGenerated(uow.tx, order, uow.now)
  uow.record(...orderEvents(['order.updated'], marked, await showOrder(uow.tx, marked)))
}
