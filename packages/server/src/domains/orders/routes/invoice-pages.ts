import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import { verifyLink } from '../../../platform/storage/signed-link.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { invoicePagePath } from '../actions/invoice-link.ts'
import { findInvoicePdf } from '../store/invoices.ts'

const target = z.object({ organizationId, id: id('invoice'), name: z.string() })
const nameShape = /^[A-Z0-9-]{1,90}\.pdf$/

type PageDeps = Pick<InvoiceDeps, 'uowFactory' | 'clock' | 'keyring'>

/** Serves the PDF of an invoice to everyone with a signed link. */
export const invoicePageRoute = ({ uowFactory, clock, keyring }: PageDeps): PageRoute => ({
  method: 'GET',
  path: `${invoicePagePath}/:organization/:id/:name`,
  async answer({ queryText }, [organization, invoice, name]) {
    const parsed = z.safeParse(target, { organizationId: organization, id: invoice, name })
    if (!parsed.success || !nameShape.test(parsed.data.name)) throw new Problem('not_found')
    const query = new URLSearchParams(queryText)
    const signed = {
      expires: query.get('expires') ?? undefined,
      signature: query.get('signature') ?? undefined,
    }
    const permission = ['invoice', parsed.data.organizationId, parsed.data.id] as const
    const verdict = verifyLink(keyring, signed, permission, clock.now())
    if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
    const document = await findInvoicePdf(uowFactory.database.reads, parsed.data)
    if (document === undefined) throw new Problem('not_found')
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${parsed.data.name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    }
    return directAnswer(200, headers, document.pdf)
  },
})
