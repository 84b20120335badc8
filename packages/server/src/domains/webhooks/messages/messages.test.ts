import { describe, expect, it } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { type EndpointNews, endpointMessage } from './endpoint-standing.ts'

const told = {
  site: 'guildhall.example.com',
  organization: 'Acme: see evil.example.com',
  name: 'Shop',
  address: 'https://hooks.example.com/in',
  failedEvents: 3,
  failingSince: new Date('2031-01-15T10:00:00Z'),
  url: 'https://guildhall.example.com/dashboard/acme/settings/webhooks/1',
}

const rendered = async (news: EndpointNews, wish: Partial<typeof told> = {}) => {
  const { subject, blocks } = endpointMessage(news, { ...told, ...wish })
  return { subject, ...(await renderMail(subject, blocks)) }
}

describe('a mail about an endpoint', () => {
  it.each<[EndpointNews, string, string[]]>([
    ['warned', 'A webhook endpoint doesn’t take events', ['The last 3 events', 'ten times']],
    ['rested', 'A webhook endpoint rests', ['gets no new ones', 'everything that it missed']],
    ['awakened', 'A webhook endpoint takes events again', ['everything that it missed']],
  ])('that is %s says what follows', async (news, title, words) => {
    const { subject, text } = await rendered(news)
    expect(subject).toBe(`${title} at guildhall.example.com`)
    for (const one of words) expect(text).toContain(one)
    expect(text).toContain(told.url)
    expect(text).toContain('Endpoint: “Shop”')
    expect(text).toContain('Failing since: 2031-01-15 10:00 UTC')
  })

  it('has the words of others in quotes, and no link but its own', async () => {
    const { subject, html } = await rendered('warned', { name: 'Go to https://evil.example.com' })
    expect(subject).not.toContain('Acme')
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${told.url}"`])
    expect(html).not.toContain('evil.example.com')
  })

  it('leaves out what there is none of', async () => {
    const blocks = endpointMessage('awakened', { ...told, name: null, failingSince: null })
    const { text } = await renderMail(blocks.subject, blocks.blocks)
    expect(text).not.toMatch(/Endpoint:|Failing since/)
  })
})
