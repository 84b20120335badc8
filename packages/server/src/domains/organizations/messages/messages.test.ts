import { expect, test } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { invitationMessage } from './invitation.ts'

const site = 'accounts.example.com'
const url = `https://${site}/accept-invitation/018bcfe5-687b-7000-8000-000000000001`
const inviter = { name: 'Ann Example', email: 'ann@example.com', emailVerified: true }
const details = {
  site,
  email: 'bob@example.org',
  organization: 'Acme & Sons Inc.',
  inviter,
  role: 'admin,member',
  expiresAt: new Date('2026-11-20T08:50:38.567Z'),
  url,
}

async function read(changed: Partial<typeof details> = {}) {
  const { subject, blocks } = invitationMessage({ ...details, ...changed })
  return { subject, blocks, ...(await renderMail(subject, blocks)) }
}

test('an invitation names the organization, the inviter, the role and the expiry', async () => {
  const { subject, blocks, html, text } = await read()
  expect(subject).toBe('Ann Example invited you to Acme & Sons Inc.')
  expect(blocks[0]?.kind).toBe('heading')
  expect(blocks.at(-1)?.kind).toBe('footer')
  for (const words of [
    site,
    'bob@example.org',
    '“Acme & Sons Inc.”',
    '“Ann Example”, ann@example.com',
    'admin, member',
    '2026-11-20 08:50 UTC',
    url,
  ]) {
    expect(text).toContain(words)
    expect(html).toContain(words.replaceAll('&', '&amp;'))
  }
})

test('the subject names no inviter whose address is unverified, and no name that could deceive', async () => {
  const unverified = { ...inviter, emailVerified: false }
  expect((await read({ inviter: unverified })).subject).toBe('You are invited to Acme & Sons Inc.')
  const calling = { ...inviter, name: 'Call 555 012 345' }
  expect((await read({ inviter: calling })).subject).toBe('You are invited to Acme & Sons Inc.')
})

test('an unverified address of the inviter is marked', async () => {
  const unverified = { ...inviter, emailVerified: false }
  expect((await read()).text).not.toContain('not confirmed')
  expect((await read({ inviter: unverified })).text).toContain('ann@example.com (not confirmed)')
})

test('an inviter without a name is shown by address', async () => {
  const { text } = await read({ inviter: { ...inviter, name: ' ' } })
  expect(text).toContain('Invited by: ann@example.com\n')
})

const tricks = [
  ['a link', 'You won https://evil.example/prize now'],
  ['a bare host', 'www.evil.example/prize'],
  ['an address', 'help@evil.example'],
  ['a closing quote', 'Acme”. Now pay “us'],
  ['straight quotes', 'Acme". Now pay "us'],
  ['reversed text', 'gnp.\u202Eexe\u2066\u200F'],
  ['line breaks', 'Acme\n\nYour account is locked\u2028!'],
  ['markup', '<a href="https://evil.example">Acme</a>'],
  ['a long text', 'Dear customer, '.repeat(20)],
  ['many emoji', '👩‍👩‍👧'.repeat(100)],
] as const

test.each(tricks)('names can’t inject content: %s', async (_title, words) => {
  const strange = { organization: words, inviter: { ...inviter, name: words } }
  const { subject, text, html } = await read(strange)
  const plain = await read({ organization: 'A', inviter: { ...inviter, name: 'A' } })
  expect(subject).toBe(`You are invited to an organization at ${site}`)
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${url}"`])
  const lines = text.split('\n')
  expect(lines).toHaveLength(plain.text.split('\n').length)
  const [organization = '', by = ''] = lines.filter((line) => line.includes('“'))
  const [, shown = ''] = /^Organization: “([^“”"]*)”$/u.exec(organization) ?? []
  expect(shown).not.toBe('')
  expect(by).toBe(`Invited by: “${shown}”, ann@example.com`)
  expect(Array.from(shown.replaceAll('\u200B', '')).length).toBeLessThanOrEqual(61)
  expect(shown).not.toMatch(/[.:/@][\w/]|\p{Bidi_Control}/u)
})
