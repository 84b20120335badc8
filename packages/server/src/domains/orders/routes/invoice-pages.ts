import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import { verifyLink } from '../../../platform/storage/signed-link.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'
import { invoicePagePath } from '../actions/invoice-presented.ts'
import { findInvoicePage } from '../store/invoices.ts'

const place = z.object({ organizationId, id: id('invoice'), name: z.string() })
const nameShape = /^[A-Z0-9-]{1,90}\.pdf$/

type PageParts = Pick<InvoiceParts, 'workshop' | 'clock' | 'keyring'>

/** Gives a page to whoever has its signed address. */
export const invoicePageRoute = ({ workshop, clock, keyring }: PageParts): PageRoute => ({
  method: 'GET',
  path: `${invoicePagePath}/:organization/:id/:name`,
  async answer({ queryText }, [organization, invoice, name]) {
    const asked = z.safeParse(place, { organizationId: organization, id: invoice, name })
    if (!asked.success || !nameShape.test(asked.data.name)) throw new Problem('not_found')
    const query = new URLSearchParams(queryText)
    const signed = {
      expires: query.get('expires') ?? undefined,
      signature: query.get('signature') ?? undefined,
    }
    const permission = ['invoice', asked.data.organizationId, asked.data.id] as const
    const verdict = verifyLink(keyring, signed, permission, clock.now())
    if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
    const page = await findInvoicePage(workshop.database.reads, asked.data)
    if (page === undefined) throw new Problem('not_found')
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${asked.data.name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    }
    return directAnswer(200, headers, page.pdf)
  },
})
