import { describe, expect, it } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { type EndpointNotice, endpointMessage } from './endpoint-notice.ts'

const details = {
  site: 'guildhall.example.com',
  organization: 'Acme: see evil.example.com',
  name: 'Shop',
  address: 'https://hooks.example.com/in',
  failedEvents: 3,
  failingSince: new Date('2031-01-15T10:00:00Z'),
  url: 'https://guildhall.example.com/dashboard/acme/settings/webhooks/1',
}

const rendered = async (notice: EndpointNotice, input: Partial<typeof details> = {}) => {
  const { subject, blocks } = endpointMessage(notice, { ...details, ...input })
  return { subject, ...(await renderMail(subject, blocks)) }
}

describe('a mail about an endpoint', () => {
  it.each<[EndpointNotice, string, string[]]>([
    ['warned', 'A webhook endpoint is failing', ['The last 3 events', 'ten times']],
    [
      'suspended',
      'A webhook endpoint was suspended',
      ['gets no new events', 'everything it missed'],
    ],
    ['resumed', 'A webhook endpoint works again', ['everything it missed']],
  ])('that was %s says what happens next', async (notice, title, words) => {
    const { subject, text } = await rendered(notice)
    expect(subject).toBe(`${title} at guildhall.example.com`)
    for (const one of words) expect(text).toContain(one)
    expect(text).toContain(details.url)
    expect(text).toContain('Endpoint: “Shop”')
    expect(text).toContain('Failing since: 2031-01-15 10:00 UTC')
  })

  it('quotes names that others chose, and has only its own link', async () => {
    const { subject, html } = await rendered('warned', { name: 'Go to https://evil.example.com' })
    expect(subject).not.toContain('Acme')
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${details.url}"`])
    expect(html).not.toContain('evil.example.com')
  })

  it('leaves out a missing name and a missing time', async () => {
    const blocks = endpointMessage('resumed', { ...details, name: null, failingSince: null })
    const { text } = await renderMail(blocks.subject, blocks.blocks)
    expect(text).not.toMatch(/Endpoint:|Failing since/)
  })
})
