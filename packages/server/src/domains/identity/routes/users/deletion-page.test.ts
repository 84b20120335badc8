import type { RefusalCode } from '@guildhall/contract/refusals'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../kernel/refusal.ts'
import { deletionPage } from './deletion-page.ts'

const publicUrl = 'https://accounts.example.com'
const navigation = { 'sec-fetch-mode': 'navigate' }
const pageFor = (code: RefusalCode, headers = {}) =>
  deletionPage(publicUrl, headers, { error: new Problem(code), secret: 'a secret' })

describe('a refused deletion link', () => {
  test('redirects people who are not signed in to a page to sign in', () => {
    const page = pageFor('no_session_to_delete_with', navigation)
    expect(page).toBe(`${publicUrl}/account/delete?token=a+secret`)
  })

  test('that is invalid redirects without its token', () => {
    const page = pageFor('deletion_token_is_invalid', navigation)
    expect(page).toBe(`${publicUrl}/account/delete?error=invalid_token`)
  })

  test('returns the refusal to programs', () => {
    expect(pageFor('no_session_to_delete_with')).toBeNull()
    expect(pageFor('no_session_to_delete_with', { 'sec-fetch-mode': 'cors' })).toBeNull()
  })

  test('does not hide internal errors behind a page', () => {
    const error = new Error('a bug')
    expect(deletionPage(publicUrl, navigation, { error, secret: 'a secret' })).toBeNull()
  })
})
