import { Problem } from '../../../kernel/refusal.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { type DownloadLink, readDownloadLink } from '../../entitlements/actions/download-link.ts'
import { type PayLink, readPayLink } from '../../subscriptions/actions/pay-link.ts'
import type { PortalDeps } from '../actions/deps.ts'

/** Anyone who has a mailed link, which opens one order. */
export interface Payer extends PayLink {
  readonly linkSecret: string
}

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    payLink: Payer
    download: DownloadLink
  }
}

/** The secret in the path identifies the order; other credentials are ignored. */
export const payLinkResolver =
  (deps: Pick<PortalDeps, 'clock' | 'keyring'>): Resolver<Payer> =>
  async ({ pathValues }) => {
    const linkSecret = pathValues['linkSecret'] ?? ''
    const link = readPayLink(deps, linkSecret)
    if (link === null) throw new Problem('not_found')
    const { organizationId, id } = link
    return { caller: { ...link, linkSecret }, subject: `order:${id}`, organizationId }
  }

/** Anyone who has the link of a download; new links of the same file share its limit. */
export const downloadResolver =
  (deps: Pick<PortalDeps, 'clock' | 'keyring'>): Resolver<DownloadLink> =>
  async ({ pathValues }) => {
    const link = readDownloadLink(deps, pathValues['token'] ?? '')
    if (link === null) throw new Problem('not_found')
    const { organizationId, grantId, fileId } = link
    return { caller: link, subject: `download:${grantId}:${fileId}`, organizationId }
  }
