import { describe, expect, it } from 'vitest'
import { button, facts, footer, heading, type MailBlock, sender, text } from './blocks.ts'
import { renderMail } from './render.ts'

const blocks: readonly MailBlock[] = [
  sender('Northwind'),
  heading('Reset your password'),
  text('Somebody asked for it.\nMaybe you.'),
  button('Choose a new password', 'https://shop.example/reset?token=a&x=1'),
  facts({ Device: 'Firefox on Linux', Place: 'Kraków' }),
  footer('You get this because you have an account.'),
]

describe('a mail', () => {
  it('renders its content as text', async () => {
    const rendered = await renderMail('Reset', blocks)
    expect(rendered.text).toBe(`Northwind

Reset your password

Somebody asked for it.
Maybe you.

Choose a new password:
https://shop.example/reset?token=a&x=1

Device: Firefox on Linux
Place: Kraków

-- 
You get this because you have an account.
`)
  })

  it('renders its content as HTML', async () => {
    const { html } = await renderMail('Reset', blocks)
    expect(html).toMatch(/<p[^>]*>Northwind<\/p>/)
    expect(html).toMatch(/<h1[^>]*>Reset your password<\/h1>/)
    expect(html).toMatch(/<p[^>]*>Somebody asked for it.<br>Maybe you.<\/p>/)
    expect(html).toContain('href="https://shop.example/reset?token=a&amp;x=1"')
    expect(html).toMatch(/>Place<\/td>\s*<td[^>]*>Kraków<\/td>/)
    expect(html).toContain('<title>Reset</title>')
  })

  it('escapes user input in every block', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const { html } = await renderMail(evil, [
      sender(evil),
      heading(evil),
      text(evil),
      button(evil, 'https://shop.example/"><script>alert(1)</script>'),
      facts({ [evil]: evil }),
      footer(evil),
    ])
    expect(html).not.toMatch(/<img|<script|"'&[^a-z#]/)
    expect(html.match(/&lt;img/g)).toHaveLength(8)
  })

  it('fits the width of a phone and breaks long words', async () => {
    const { html } = await renderMail('Wide', blocks)
    expect(html).not.toMatch(/[^-]width:\s*\d{3,}px|width="\d{3,}"/)
    const texts = html.match(/<(?:h1|p|td|a)\b[^>]*font-size[^>]*>/g) ?? []
    expect(texts).toHaveLength(9)
    expect(texts.filter((tag) => !tag.includes('overflow-wrap:anywhere'))).toEqual([])
  })

  it('has a dark variant for every color it uses', async () => {
    const { html } = await renderMail('Dark', blocks)
    const colored = html.match(/<[^>]*(?:background-color|[^-]color):#[^>]*>/g) ?? []
    expect(colored.length).toBeGreaterThan(5)
    for (const tag of colored)
      expect(tag).toMatch(/class="(?:canvas|surface|ink|faint|line|button)/)
    const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? ''
    for (const role of ['canvas', 'surface', 'ink', 'faint', 'line', 'button']) {
      expect(style).toMatch(new RegExp(`\\.${role}\\{[^}]*#[0-9a-f]{6} !important`))
    }
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/reset', ''])(
    'refuses a button linking to %j',
    (url) => {
      expect(() => button('Go', url)).toThrow('links to a web page')
    },
  )
})
