import { describe, expect, it } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { undeliveredMessage } from './undelivered.ts'

const details = {
  site: 'guildhall.example.com',
  organization: 'Acme: see evil.example.com',
  benefit: 'Book club',
  isDeleted: false,
  provider: 'Discord',
  missing: 2,
  kept: 1,
  reason: 'The bot may not assign this role: Missing Permissions',
  url: 'https://guildhall.example.com/dashboard/acme/benefits/1',
}

async function rendered(input: Partial<typeof details> = {}) {
  const { subject, blocks } = undeliveredMessage({ ...details, ...input })
  const { text, html } = await renderMail(subject, blocks)
  return { subject, html, text: text.replaceAll('\u200B', '') }
}

describe('a mail about a benefit that can’t be delivered', () => {
  it('says whom it concerns and why, in the provider’s words', async () => {
    const { subject, text } = await rendered()
    expect(subject).toBe('A benefit can’t be delivered at guildhall.example.com')
    expect(text).toContain('Benefit: “Book club”')
    expect(text).toContain('Discord says: “The bot may not assign this role: Missing Permissions”')
    expect(text).toContain('Not delivered to: 2 customers')
    expect(text).toContain('Not taken from: 1 customer\n')
    expect(text).toContain('retry on the page of the benefit')
    expect(text).toContain(details.url)
  })

  it('leaves out what doesn’t apply', async () => {
    expect((await rendered({ kept: 0 })).text).not.toContain('Not taken from')
    const { subject, text } = await rendered({ missing: 0 })
    expect(subject).toBe('A benefit can’t be taken back at guildhall.example.com')
    expect(text).not.toContain('Not delivered to')
  })

  it('keeps long words of providers, up to a limit', async () => {
    const { text } = await rendered({ reason: 'no '.repeat(80).trim() })
    expect(text).toContain(`“${'no '.repeat(80).trim()}”`)
    expect((await rendered({ reason: 'n'.repeat(999) })).text).toContain(`“${'n'.repeat(300)}…”`)
  })

  it('quotes what others have written, and has only its own link', async () => {
    const evil = 'Go to https://evil.example.com'
    const { subject, html } = await rendered({ benefit: evil, reason: evil })
    expect(subject).not.toContain('evil')
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${details.url}"`])
    expect(html).not.toContain('evil.example.com')
  })
})
