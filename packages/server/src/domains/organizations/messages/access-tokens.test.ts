import { describe, expect, it } from 'vitest'
import type { MailBlock } from '../../../platform/mail/blocks.ts'
import { renderMail } from '../../../platform/mail/render.ts'
import { tokenCreatedMessage, tokensLeftMessage } from './access-tokens.ts'

const notice = {
  site: 'accounts.example.com',
  organization: 'Acme',
  url: 'https://accounts.example.com/dashboard/acme/settings/access-tokens',
}
const creator = { name: 'Ann Example', email: 'ann@example.com', emailVerified: false }
const token = {
  comment: 'CI',
  scopes: ['products:read', 'orders:read'],
  expiresAt: new Date('2031-01-15T10:00:00Z'),
}

const textOf = async ({ subject, blocks }: { subject: string; blocks: readonly MailBlock[] }) =>
  (await renderMail(subject, [...blocks])).text

describe('the mail about a new access token', () => {
  it('says who created it for what, and where it is revoked', async () => {
    const text = await textOf(tokenCreatedMessage(notice, { token, creator }))
    for (const words of [
      'Organization: “Acme”',
      'Name: “CI”',
      'Created by: “Ann Example”, ann@example.com (not confirmed)',
      'Scopes: products:read, orders:read',
      'Expires: 2031-01-15 10:00 UTC',
      notice.url,
    ]) {
      expect(text).toContain(words)
    }
  })

  it('warns of tokens without expiry, and counts many scopes', async () => {
    const scopes = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const wide = { ...token, scopes, expiresAt: null }
    const text = await textOf(tokenCreatedMessage(notice, { token: wide, creator }))
    expect(text).toContain('Expires: Never')
    expect(text).toContain('Scopes: a, b, c, d, e and 2 more')
  })

  it('quotes names that others chose, and has only its own link', async () => {
    const words = 'Go to https://evil.example.com'
    const strange = { token: { ...token, comment: words }, creator: { ...creator, name: words } }
    const { subject, blocks } = tokenCreatedMessage({ ...notice, organization: words }, strange)
    const { html } = await renderMail(subject, blocks)
    expect(subject).toBe('New access token at accounts.example.com')
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${notice.url}"`])
    expect(html).not.toContain('evil.example.com')
  })
})

describe('the mail about the access tokens of a former member', () => {
  it('lists them', async () => {
    const tokens = [token, { ...token, comment: 'Shop', expiresAt: null }]
    const text = await textOf(tokensLeftMessage(notice, { tokens, creator }))
    expect(text).toContain('Former member: “Ann Example”')
    expect(text).toMatch(/“CI”[^]*2031-01-15[^]*“Shop”[^]*Never/)
    expect(text).not.toContain('more.')
  })

  it('counts those that it leaves out', async () => {
    const tokens = Array.from({ length: 23 }, (_, at) => ({ ...token, comment: `Token ${at}` }))
    const text = await textOf(tokensLeftMessage(notice, { tokens, creator }))
    expect(text).toContain('“Token 19”')
    expect(text).not.toContain('“Token 20”')
    expect(text).toContain('And 3 more.')
  })
})
