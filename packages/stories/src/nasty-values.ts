/** Inputs that no well-behaved client sends. */
export const nastyValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  2 ** 53,
  '',
  ' ',
  '\t',
  '0',
  'null',
  'x'.repeat(300),
  'x'.repeat(12_000),
  'a\u0000b',
  'half of a pair \ud800',
  '\udc00',
  'Zoë 👩‍👩‍👧 ﷽ ‮olleh‬',
  'e\u0301'.repeat(100),
  '\ufeff\u200b\u2028\u2029\u0085',
  'Ann\r\nBcc: all@example.test',
  'Ann\nSubject: hello',
  '%00%0d%0a',
  '../../../../etc/passwd',
  "' or 1=1; drop table users; --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '1970-01-01T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  [],
  ['a', 'b'],
  [[[[]]]],
  [null],
  {},
  { $ne: null },
  { toString: 'x', valueOf: 1, length: -1 },
  { constructor: { prototype: { isAdmin: true } } },
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  nested(50),
]

/** The same for path and query parameters, URL-encoded. */
export const nastyTexts: readonly string[] = [
  ...nastyValues.flatMap((value) =>
    typeof value === 'string' && value.length < 4000 ? [encoded(value)] : [],
  ),
  '%',
  '%zz',
  '%ff%fe',
  '%ed%a0%80',
  '%00',
  '+',
  '&&&=',
]

export const nastyHeaders: readonly Readonly<Record<string, string>>[] = [
  { cookie: '=;;==; a; guildhall.session_token' },
  { cookie: `guildhall.session_token=${'x'.repeat(6000)}` },
  { cookie: 'guildhall.session_token=%; guildhall.session_data=%zz' },
  { cookie: `guildhall.session_data=${encoded('{"session":{"session":null}}')}` },
  { cookie: '__proto__=x; constructor=y' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer %' },
  { authorization: `Bearer ${'x'.repeat(6000)}` },
  { authorization: 'Bearer guildhall_srv_' },
  { authorization: 'Basic Og==' },
  { 'user-agent': 'x'.repeat(6000) },
  { 'user-agent': '\u00ff\u00fe <script>' },
  { 'x-forwarded-for': 'x, , 999.999.999.999, ::1%eth0' },
  { 'x-request-id': '../'.repeat(500) },
  { 'x-captcha-response': 'x'.repeat(6000) },
  { 'accept-language': 'x'.repeat(3000), referer: 'not a url' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
]

/** Half of a surrogate pair can't be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: [nested(depth - 1)] }
}
