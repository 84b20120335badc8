import {
  button,
  facts,
  footer,
  heading,
  type MailBlock,
  text,
} from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/format-instant.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'
import { type NamedPerson, personWords } from './person.ts'

interface Token {
  readonly comment: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
}

interface TokenNotice {
  readonly site: string
  readonly organization: string
  /** Where access tokens are revoked. */
  readonly url: string
}

type Mail = Omit<NewMail, 'to'>

export const tokenCreatedMessage = (
  { site, organization, url }: TokenNotice,
  { token, creator }: { readonly token: Token; readonly creator: NamedPerson },
): Mail => ({
  subject: `New access token at ${site}`,
  blocks: [
    heading('New access token'),
    text(`An access token was created for an organization that you manage at ${site}.`),
    facts({
      Organization: quoted(organization),
      Name: quoted(token.comment),
      'Created by': personWords(creator),
      Scopes: scopesText(token.scopes),
      Expires: expiryText(token),
    }),
    text('If nobody of you needs it, revoke it:'),
    ...ending(site, url),
  ],
})

interface ExpiringToken extends Token {
  readonly lastUsedAt: Date | null
}

export const tokenExpiringMessage = (
  { site, organization, url }: TokenNotice,
  token: ExpiringToken,
): Mail => ({
  subject: `An access token at ${site} expires soon`,
  blocks: [
    heading('An access token expires soon'),
    text(
      `An access token of an organization that you manage at ${site} is about to expire. From ` +
        'then on, calls with it are refused. Create a new one, and replace it where it is used.',
    ),
    facts({
      Organization: quoted(organization),
      Name: quoted(token.comment),
      Expires: expiryText(token),
      'Last used': token.lastUsedAt === null ? 'Never' : instantWords(token.lastUsedAt),
    }),
    ...ending(site, url),
  ],
})

/** More are left out, since the page shows all. */
const shownMax = 20

/** The tokens that a former member created and that work on. */
export const tokensLeftMessage = (
  { site, organization, url }: TokenNotice,
  { tokens, creator }: { readonly tokens: readonly Token[]; readonly creator: NamedPerson },
): Mail => ({
  subject: `Access tokens of a former member at ${site}`,
  blocks: [
    heading('Access tokens of a former member'),
    text(
      `A member left an organization that you manage at ${site}. The access tokens that they ` +
        'created still work. If they may have kept a copy, create new ones and revoke these:',
    ),
    facts({ Organization: quoted(organization), 'Former member': personWords(creator) }),
    ...tokens.slice(0, shownMax).map((token) =>
      facts({
        Name: quoted(token.comment),
        Scopes: scopesText(token.scopes),
        Expires: expiryText(token),
      }),
    ),
    ...(tokens.length > shownMax ? [text(`And ${tokens.length - shownMax} more.`)] : []),
    ...ending(site, url),
  ],
})

const ending = (site: string, url: string): readonly MailBlock[] => [
  button('View access tokens', url),
  footer(
    `You receive this email because you manage the access tokens of an organization at ${site}.`,
  ),
]

const scopesMax = 5

function scopesText(scopes: readonly string[]): string {
  const shown = scopes.slice(0, scopesMax).join(', ')
  return scopes.length > scopesMax ? `${shown} and ${scopes.length - scopesMax} more` : shown
}

const expiryText = ({ expiresAt }: Token): string =>
  expiresAt === null ? 'Never' : instantWords(expiresAt)
