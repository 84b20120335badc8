import { benefitGrantId } from '@guildhall/contract/entitlements/grant-shapes'
import { fileId } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { makeExpiringToken, readExpiringToken } from '../../../platform/crypto/expiring-token.ts'
import { secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { DownloadDeps } from './deps.ts'

/** By real time, as other links to files. */
const lifetimeMilliseconds = 600_000

const path = '/v1/customer-portal/downloadables'

const kind = { prefix: secretPrefixes.download, purpose: 'download' } as const

const Target = z.object({ organizationId, grantId: benefitGrantId, fileId })

/** A file that the holder of a grant downloads. */
export type DownloadTarget = z.output<typeof Target>

/** A link for everybody who has it. What it opens is decided when it is used. */
export function makeDownloadLink(
  { clock, config, keyring }: Pick<DownloadDeps, 'clock' | 'config' | 'keyring'>,
  { organizationId: organization, grantId, fileId: file }: DownloadTarget,
): { readonly url: string; readonly expiresAt: Date } {
  const until = Math.floor((clock.now().getTime() + lifetimeMilliseconds) / 1000)
  const expiresAt = new Date(until * 1000)
  const token = makeExpiringToken(keyring, kind, {
    ids: [organization, grantId, file],
    expiresAt,
  })
  return { url: `${config.server.url}${path}/${token}`, expiresAt }
}

export interface DownloadLink extends DownloadTarget {
  readonly isExpired: boolean
}

/** Null for a forged or malformed token. */
export function readDownloadLink(
  { clock, keyring }: Pick<DownloadDeps, 'clock' | 'keyring'>,
  token: string,
): DownloadLink | null {
  const read = readExpiringToken(keyring, kind, 3, token)
  if (read === null) return null
  const [organization, grantId, file] = read.ids
  const target = z.parse(Target, { organizationId: organization, grantId, fileId: file })
  return { ...target, isExpired: clock.now() >= read.expiresAt }
}
