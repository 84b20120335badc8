import { id } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { downloadableIdOf, downloadsOf } from './downloads.ts'

const file = (digit: number) =>
  id('file').parse(`00000000-0000-7000-8000-00000000000${String(digit)}`)
const grant = (digit: number) =>
  id('benefitGrant').parse(`00000000-0000-7000-8000-00000000000${String(digit)}`)

it('what is given comes first, in its order, and what was downloaded after it', () => {
  const lastDownloadedAt = new Date('2031-01-01')
  const counted = [
    { fileId: file(9), downloads: 4, lastDownloadedAt },
    { fileId: file(1), downloads: 2, lastDownloadedAt },
  ]
  expect(downloadsOf([file(2), file(1)], counted)).toEqual([
    { fileId: file(2), downloads: 0, lastDownloadedAt: null, isAvailable: true },
    { fileId: file(1), downloads: 2, lastDownloadedAt, isAvailable: true },
    { fileId: file(9), downloads: 4, lastDownloadedAt, isAvailable: false },
  ])
  expect(downloadsOf([], [])).toEqual([])
})

it('the id of a download is a UUID that its grant and its file decide', () => {
  const first = downloadableIdOf({ grantId: grant(1), fileId: file(1) })
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(downloadableIdOf({ grantId: grant(1), fileId: file(1) })).toBe(first)
  const others = [
    downloadableIdOf({ grantId: grant(2), fileId: file(1) }),
    downloadableIdOf({ grantId: grant(1), fileId: file(2) }),
  ]
  expect(new Set([first, ...others]).size).toBe(3)
})
