/** A parsed mail. */
export interface ReadMail {
  /** By lower-case name; both lines of a repeated header. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URLs of its buttons. */
  readonly links: readonly string[]
}

/** Parses only the MIME that we send: one text and one HTML part. */
export function readMail(source: string): ReadMail {
  const { headers, body } = split(source)
  const parts = partsOf(headers['content-type'] ?? '', body).map(split)
  const find = (type: string) =>
    parts.find((part) => part.headers['content-type']?.startsWith(type))
  const html = decoded(find('text/html'))
  return {
    headers,
    subject: words(headers['subject'] ?? ''),
    text: decoded(find('text/plain')),
    html,
    links: Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    ),
  }
}

interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function split(source: string): Part {
  const end = source.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value
  }
  return { headers, body: source.slice(end + 4) }
}

function partsOf(contentType: string, body: string): string[] {
  const [, boundary = ''] = /boundary="?([^";]+)"?/.exec(contentType) ?? []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, '').replace(/\r\n$/, ''))
}

function decoded(part: Part | undefined): string {
  if (part === undefined) return ''
  const encoding = part.headers['content-transfer-encoding'] ?? '7bit'
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  const text = encoding === 'quoted-printable' ? quotedPrintable(part.body) : part.body
  return text.replaceAll('\r\n', '\n')
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, inner: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(inner, 'base64').toString('utf8')
        : quotedPrintable(inner.replaceAll('_', ' ')),
    )
}
