import type { Work } from '../../../platform/work.ts'
import {
  findGitHubConnection,
  type GitHubConnectionKey,
  keepGitHubConnection,
} from '../store/github-connections.ts'
import type { BenefitParts } from './parts.ts'

const lifetimeMilliseconds = 3_600_000

/** Who somebody is at GitHub, for as long as it takes to make benefits. */
export interface GitHubConnection {
  readonly login: string
  readonly accessToken: string
}

/** Real time, whatever the organization's clock says: GitHub lives in it. */
export const connectGitHub = (
  { tx }: Work,
  { keyring, clock }: Pick<BenefitParts, 'keyring' | 'clock'>,
  key: GitHubConnectionKey,
  { login, accessToken }: GitHubConnection,
): Promise<void> =>
  keepGitHubConnection(tx, {
    organizationId: key.organizationId,
    sessionId: key.sessionId,
    login,
    accessToken: keyring.seal(accessToken, boundTo(key)),
    expiresAt: new Date(clock.now().getTime() + lifetimeMilliseconds),
  })

/** Null where there is none, or none any more. */
export async function gitHubConnectionOf(
  { keyring, clock, workshop }: Pick<BenefitParts, 'keyring' | 'clock' | 'workshop'>,
  key: GitHubConnectionKey,
): Promise<GitHubConnection | null> {
  const found = await findGitHubConnection(workshop.database.kysely, key, clock.now())
  const accessToken = found === undefined ? null : keyring.open(found.accessToken, boundTo(key))
  return found === undefined || accessToken === null ? null : { login: found.login, accessToken }
}

const boundTo = ({ organizationId, sessionId }: GitHubConnectionKey): readonly string[] => [
  'github-connection',
  organizationId,
  sessionId,
]
