import { expect, test } from 'vitest'
import { serverUrls } from './server-urls.ts'

test.each<[string, string[]]>([
  ['postgres://db/shop', ['postgres://db/shop']],
  ['postgres://u:a,b@db:1/shop', ['postgres://u:a,b@db:1/shop']],
  ['postgres://u:a,b@one,two:2/shop', ['postgres://u:a,b@one/shop', 'postgres://u:a,b@two:2/shop']],
  [
    'postgres://one:1,[::1]:2/shop?target_session_attrs=read-write',
    [
      'postgres://one:1/shop?target_session_attrs=read-write',
      'postgres://[::1]:2/shop?target_session_attrs=read-write',
    ],
  ],
  [
    'postgres://u@localhost/shop?host=/a,/b&port=1,2&sslmode=disable',
    [
      'postgres://u@localhost/shop?host=/a&port=1&sslmode=disable',
      'postgres://u@localhost/shop?host=/b&port=2&sslmode=disable',
    ],
  ],
  [
    'postgres://u@localhost/shop?host=%2Fa%2C%2Fb&port=1',
    ['postgres://u@localhost/shop?host=/a&port=1', 'postgres://u@localhost/shop?host=/b&port=1'],
  ],
  ['postgres://one,two', ['postgres://one', 'postgres://two']],
])('%s names %j', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls)
})
