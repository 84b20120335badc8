import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, newMember } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { bareJpegOf, secret, taggedJpeg, taggedPng } from '../../../../test/pictures.ts'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openObjectStorage } from '../../../platform/storage/open-storage.ts'
import { sweepPictures } from '../jobs/clear-pictures.ts'

const keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' }

const refused = (status: number, code: string) => ({ status, body: { code } })

const upload = ({ browser }: Pick<Person, 'browser'>, picture: Buffer) =>
  browser.post('/api/auth/upload-picture', { picture: picture.toString('base64') })

const uploadLogo = (
  { browser }: Pick<Person, 'browser'>,
  organizationId: string,
  picture: Buffer,
) =>
  browser.post('/api/auth/organization/upload-logo', {
    organizationId,
    picture: picture.toString('base64'),
  })

const imageOf = async ({ browser }: Person): Promise<string> => {
  const { body } = await browser.get('/api/auth/get-session?disableCookieCache=true')
  expect(body).toMatchObject({ user: { image: expect.any(String) } })
  return JSON.parse(JSON.stringify(body)).user.image
}

const statusOf = async (url: string) => (await fetch(url)).status

describe.each(['disk', 'bucket'] as const)('with files on %s', (kind) => {
  const db = testDatabase()
  let started: TestServer | undefined
  let bucket: S3StandIn | undefined
  let operator: Person | undefined
  const server = (): TestServer => started ?? expect.fail('the server has started')

  beforeAll(async () => {
    bucket = await startS3StandIn({ bucket: 'shop-files', keys, clock: systemClock })
    const inBucket = {
      S3_BUCKET: 'shop-files',
      S3_ENDPOINT: bucket.url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    }
    started = await startTestServer(db, kind === 'bucket' ? inBucket : {})
    operator = await newPerson(server())
  })

  afterAll(async () => {
    await started?.stop()
    await bucket?.stop()
  })

  /** All stored paths that name the owner. */
  const storedFor = async (ownerId: string): Promise<string[]> => {
    const onDisk = await readdir(server().config.server.data, { recursive: true })
    const all = kind === 'disk' ? onDisk : [...(bucket?.objects.keys() ?? [])]
    return all.filter((path) => path.includes(ownerId) && /\.(png|jpg)$/.test(path))
  }

  test('a user’s picture is served without metadata, to anyone', async () => {
    const ada = await newPerson(server())
    const answer = await upload(ada, taggedJpeg())
    expect(answer).toMatchObject({ status: 200 })
    const image = await imageOf(ada)
    expect(answer.body).toEqual({ image })
    expect(image).toMatch(new RegExp(`^${server().url}/pictures/[0-9a-f-]{36}\\.jpg$`))
    const shown = await fetch(image)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bareJpegOf())
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const etag = String(shown.headers.get('etag'))
    expect((await fetch(image, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetch(image, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      String(bareJpegOf().length),
    ])
  })

  test('a new picture removes the old one', async () => {
    const ada = await newPerson(server())
    await upload(ada, taggedJpeg())
    const first = await imageOf(ada)
    await upload(ada, taggedPng())
    await server().settle()
    const second = await imageOf(ada)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    expect(await storedFor(ada.id)).toHaveLength(1)
  })

  test('other changes of the profile keep it, another URL removes it', async () => {
    const ada = await newPerson(server())
    await upload(ada, taggedPng())
    const image = await imageOf(ada)
    await ada.browser.post('/api/auth/update-user', { name: 'Ada' })
    await server().settle()
    expect(await statusOf(image)).toBe(200)
    await ada.browser.post('/api/auth/update-user', { image: 'https://other.example/a.png' })
    await server().settle()
    expect(await statusOf(image)).toBe(404)
    expect(await storedFor(ada.id)).toEqual([])
  })

  test('of parallel uploads one stays', async () => {
    const ada = await newPerson(server())
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(ada, taggedPng())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await server().settle()
    expect(await statusOf(await imageOf(ada))).toBe(200)
    expect(await storedFor(ada.id)).toHaveLength(1)
  })

  test('a deleted user leaves no picture behind', async () => {
    const ada = await newPerson(server())
    await upload(ada, taggedPng())
    const image = await imageOf(ada)
    const removal = { userId: ada.id }
    const answer = await operator?.browser.post('/api/auth/admin/remove-user', removal)
    expect(answer).toMatchObject({ status: 200 })
    await server().settle()
    expect(await statusOf(image)).toBe(404)
    expect(await storedFor(ada.id)).toEqual([])
    expect(await rowsOf(ada.id)).toBe(0)
  })

  test('an owner’s logo replaces the former one, and goes with the organization', async () => {
    const acme = await createOrganization(server())
    expect(await uploadLogo(acme.owner, acme.id, taggedJpeg())).toMatchObject({ status: 200 })
    const { body } = await uploadLogo(acme.owner, acme.id, taggedPng())
    const logo = String(body?.['logo'])
    await server().settle()
    const shown = await fetch(logo)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).includes(secret)).toBe(false)
    expect(await storedFor(acme.id)).toHaveLength(1)
    const full = await acme.owner.browser.get(
      `/api/auth/organization/get-full-organization?organizationId=${acme.id}`,
    )
    expect(full.body).toMatchObject({ logo })
    await acme.owner.browser.post('/api/auth/organization/delete', { organizationId: acme.id })
    await server().settle()
    expect(await statusOf(logo)).toBe(404)
    expect(await storedFor(acme.id)).toEqual([])
  })

  test('who may not update an organization stores nothing', async () => {
    const acme = await createOrganization(server())
    const [member, stranger] = await Promise.all([
      newMember(server(), acme, 'member'),
      newPerson(server()),
    ])
    expect(await uploadLogo(member, acme.id, taggedPng())).toMatchObject(
      refused(403, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION'),
    )
    const foreign = await uploadLogo(stranger, acme.id, taggedPng())
    expect(foreign).toMatchObject(refused(400, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'))
    const unknown = await uploadLogo(stranger, 'odd', taggedPng())
    expect(unknown.body).toEqual(foreign.body)
    expect(await storedFor(acme.id)).toEqual([])
    expect(await rowsOf(acme.id)).toBe(0)
  })

  test('an upload that stopped halfway is not served, and swept an hour later', async () => {
    const ada = await newPerson(server())
    await upload(ada, taggedPng())
    const image = await imageOf(ada)
    await db.database.pool.query('update picture set shown_at = null where owner_id = $1', [ada.id])
    expect(await statusOf(image)).toBe(404)
    const { database, config, keyring } = server()
    const clock = movableClock()
    const uowFactory = { database, clock, wake: () => undefined }
    const storage = await openObjectStorage({ config, keyring, clock: systemClock })
    const sweep = () => sweepPictures({ uowFactory, storage, clock })
    await sweep()
    expect(await storedFor(ada.id)).toHaveLength(1)
    clock.advance(3601)
    await sweep()
    expect(await storedFor(ada.id)).toEqual([])
    expect(await rowsOf(ada.id)).toBe(0)
  })

  const rowsOf = async (ownerId: string): Promise<number> => {
    const sql = 'select from picture where owner_id = $1'
    return (await db.database.pool.query(sql, [ownerId])).rows.length
  }

  test.each([
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'PICTURE_NOT_SUPPORTED',
    ],
    ['text', Buffer.from('hello'), 'PICTURE_NOT_SUPPORTED'],
    ['a pixel too wide', taggedPng({ width: 1025, height: 1 }), 'PICTURE_NOT_SUPPORTED'],
    [
      'a byte too large',
      Buffer.concat([taggedPng(), Buffer.alloc(1024 * 1024 + 1)]).subarray(0, 1024 * 1024 + 1),
      'PICTURE_TOO_LARGE',
    ],
  ])('%s is refused as a picture', async (_what, bytes, code) => {
    const ada = await newPerson(server())
    expect(await upload(ada, bytes)).toMatchObject(refused(400, code))
    expect(await rowsOf(ada.id)).toBe(0)
  })

  test('a picture is not found at other names', async () => {
    const ada = await newPerson(server())
    await upload(ada, taggedPng())
    const image = await imageOf(ada)
    const others = [image.replace('.png', '.jpg'), image.replace('.png', ''), `${image}/x`]
    for (const url of [...others, `${server().url}/pictures/odd.png`]) {
      expect([url, await statusOf(url)]).toEqual([url, 404])
    }
  })

  test('an upload needs a session', async () => {
    const visitor = { browser: openBrowser(server().url) }
    expect(await upload(visitor, taggedPng())).toMatchObject({ status: 401 })
  })
})
