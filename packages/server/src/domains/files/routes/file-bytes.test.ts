import { organizationId } from '@guildhall/contract/organizations/shapes'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { base64Of, fileOf, imageOf, png, type Uploaded, upload } from '../../../../test/files.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { openObjectStorage } from '../../../platform/storage/open-storage.ts'
import { signedDownload } from '../actions/signed-download.ts'
import { findFiles } from '../store/files.ts'

const clock = movableClock()
const { server, acme, calls } = sellingServer(['files:write'], {}, { clock })
let image: Uploaded

beforeAll(async () => {
  image = await upload(calls, png, imageOf(png))
})

const show = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(String(image.public_url), { method, headers })

const bytesIn = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('a public file', () => {
  it('is served to anyone and can be cached forever', async () => {
    const answer = await show({ origin: 'https://shop.example' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${image.checksum_etag}"`,
    })
    expect(await bytesIn(answer)).toEqual(png)
  })

  it('is not sent again if the ETag matches', async () => {
    const answer = await show({ 'if-none-match': `"other", W/"${image.checksum_etag}"` })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
    expect((await show({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('answers HEAD with its size', async () => {
    const answer = await show({}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(png.length))
    expect(await answer.text()).toBe('')
  })

  it('is served in ranges', async () => {
    const some = await show({ range: 'bytes=1-3' })
    expect([some.status, some.headers.get('content-range')]).toEqual([
      206,
      `bytes 1-3/${png.length}`,
    ])
    expect(await some.text()).toBe('PNG')
    const beyond = await show({ range: `bytes=${png.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${png.length}`,
    ])
    const changed = await show({ range: 'bytes=1-3', 'if-range': '"other"' })
    expect([changed.status, await bytesIn(changed)]).toEqual([200, png])
  })

  it('is not served at other paths', async () => {
    const url = String(image.public_url)
    const others = [
      url.replace('dot.png', 'dot.svg'),
      url.replace('dot.png', '..%2f..%2fdot.png'),
      url.replace('product_media', 'organization_avatar'),
      url.replace('product_media', 'secret'),
      url.replace(acme.id, image.id),
      url.replace(acme.id, '%2e%2e'),
    ]
    for (const one of others) expect([one, (await fetch(one)).status]).toEqual([one, 404])
    const asDownload = await fetch(url.replace('product_media', 'downloadable'))
    expect(asDownload.status).toBe(403)
  })

  it('of type SVG runs no scripts', async () => {
    const evil = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    )
    const input = { name: 'evil.svg', mime_type: 'image/svg+xml' }
    const { public_url } = await upload(calls, evil, imageOf(evil, input))
    const { headers } = await fetch(String(public_url))
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    const policy = String(headers.get('content-security-policy')).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox')
    expect(policy.filter((one) => one.startsWith('script-src'))).toEqual([])
  })
})

describe('a downloadable file', () => {
  const bytes = Buffer.from('<script>alert(1)</script>')
  const name = 'Größe “A” (1).html'

  async function linkTo(id: Uploaded['id']) {
    const { config, keyring, database } = server.current
    const storage = await openObjectStorage({ config, keyring, clock })
    const [found = expect.fail('the file is there')] = await findFiles(
      database.kysely,
      organizationId.parse(acme.id),
      [id],
    )
    return signedDownload({ storage, clock }, found)
  }

  it('is served over a signed link as an attachment with its name', async () => {
    const { id, path } = await upload(calls, bytes, fileOf(bytes, { name, mime_type: 'text/html' }))
    const bare = `${server.current.url}/files/${path.split('/').map(encodeURIComponent).join('/')}`
    expect((await fetch(bare)).status).toBe(403)
    const link = await linkTo(id)
    const answer = await fetch(link)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition':
        'attachment; filename="Gro_e _A_ (1).html"; ' +
        "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9CA%E2%80%9D%20%281%29.html",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(base64Of(await bytesIn(answer))).toBe(base64Of(bytes))
    const tampered = link.replace(/expires=\d+/, 'expires=99999999999')
    expect((await fetch(tampered)).status).toBe(403)
    const other = await upload(calls, bytes, fileOf(bytes))
    const moved = link.replace(id, other.id)
    expect((await fetch(moved)).status).toBe(403)
  })

  it('is no longer served when the link expires or the file is deleted', async () => {
    clock.freeze()
    onTestFinished(() => clock.resume())
    const { id } = await upload(calls, bytes, fileOf(bytes))
    const link = await linkTo(id)
    clock.advance(59)
    expect((await fetch(link)).status).toBe(200)
    clock.advance(2)
    expect((await fetch(link)).status).toBe(403)
    const fresh = await linkTo(id)
    await calls.remove(`/files/${id}`)
    expect((await fetch(fresh)).status).toBe(404)
  })
})
