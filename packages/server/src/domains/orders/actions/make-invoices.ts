import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { invoiceFacts, presentCorrected } from '../present/invoice.ts'
import { invoicePage } from '../present/invoice-page.ts'
import {
  causeOf,
  creditContent,
  creditNoteContent,
  isOfOrder,
  returnContent,
} from '../rules/credit-note.ts'
import { invoiceContent } from '../rules/invoice.ts'
import type { Logo } from '../rules/logo.ts'
import { findCreditedDocuments, findReturned } from '../store/credit-notes.ts'
import { findInvoiceFacts, findLogoUrl } from '../store/invoice-facts.ts'
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
import { type LogoDeps, readLogo } from './read-logo.ts'
import { showOrder } from './show-orders.ts'

export type MakeDeps = Pick<InvoiceDeps, 'uowFactory' | 'printer'> & LogoDeps

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

/** Makes one document of an order, unless it exists. */
export async function makeOneDocument(
  deps: MakeDeps,
  order: OrderKey,
  invoice: ListedInvoice,
): Promise<void> {
  if (!invoice.isGenerated) await makeDocument(deps, order, invoice)
}

/** The order may change while its document is drawn, but not every time. */
const attemptsMax = 3

async function makeDocument(
  deps: MakeDeps,
  order: OrderKey,
  invoice: ListedInvoice,
): Promise<void> {
  const { uowFactory } = deps
  const logoUrl = await findLogoUrl(uowFactory.database.kysely, order.organizationId)
  const logo = await readLogo(deps, logoUrl)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const content = await contentOf(uowFactory.database.kysely, order, invoice)
    const pdf = await printed(deps, content, logo)
    const isSaved = await runUnitOfWork(
      uowFactory,
      { organizationId: order.organizationId },
      (uow) => saveDocument(uow, { order, invoice, printed: jsonOf(content), pdf }),
    )
    if (isSaved) return
  }
  throw new Problem('conflicting_change')
}

/** A logo that the renderer can’t decode is left out. */
async function printed(
  { printer }: MakeDeps,
  content: InvoiceContent,
  logo: Logo | null,
): Promise<Buffer> {
  if (logo === null) return printer.print(invoicePage(content, null))
  return printer
    .print(invoicePage(content, logo))
    .catch(async () => printer.print(invoicePage(content, null)))
}

async function contentOf(
  db: Kysely<Tables>,
  order: OrderKey,
  document: Document['invoice'],
): Promise<InvoiceContent> {
  const cause = causeOf(document)
  if (cause === 'correction') {
    return creditNoteContent(await correctedContent(db, order, document), document)
  }
  const found = await findInvoiceFacts(db, order)
  assert(found !== undefined, 'orders are never deleted')
  const facts = invoiceFacts(found)
  switch (cause) {
    case null:
      return invoiceContent(facts, document)
    case 'credit': {
      const credited = await findCreditedDocuments(db, order)
      return creditContent(facts, credited.map(presentCorrected), document)
    }
    default: {
      const returned = await findReturned(db, document)
      assert(returned !== undefined, 'refunds and disputes are never deleted')
      const [corrected] = (await listInvoicesOf(db, order)).filter(isCorrectedBy(document))
      assert(corrected !== undefined, 'a document is never deleted')
      const back = { cause, returned, corrected: [presentCorrected(corrected)] }
      return returnContent(facts, back, document)
    }
  }
}

const isCorrectedBy =
  ({ correctsId }: Document['invoice']) =>
  ({ id }: ListedInvoice): boolean =>
    id === correctsId

/** As it was printed. A credit note of a refund may not have been. */
async function correctedContent(
  db: Kysely<Tables>,
  order: OrderKey,
  document: Document['invoice'],
): Promise<InvoiceContent> {
  const corrected = (await listInvoicesOf(db, order)).find(isCorrectedBy(document))
  assert(corrected !== undefined, 'a document is never deleted')
  const printed = await findPrinted(db, corrected)
  return printed === undefined
    ? contentOf(db, order, corrected)
    : z.parse(InvoiceContent, printed.printed)
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
  if (isFirst && isOfOrder(invoice)) await recordGenerated(uow, order)
  return true
}

async function recordGenerated(uow: UnitOfWork, order: OrderKey): Promise<void> {
  const marked = await markInvoiceGenerated(uow.tx, order, uow.now)
  uow.record(...orderEvents(['order.updated'], marked, await showOrder(uow.tx, marked)))
}
