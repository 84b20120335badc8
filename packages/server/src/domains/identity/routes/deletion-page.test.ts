import { describe, expect, test } from 'vitest'
import { Problem } from '../../../kernel/refusal.ts'
import { deletionPage } from './deletion-page.ts'

const publicUrl = 'https://accounts.example.com'
const navigation = { 'sec-fetch-mode': 'navigate' }
const pageFor = (code: string, headers = {}) =>
  deletionPage(publicUrl, headers, { error: new Problem(code), secret: 'a secret' })

describe('a link that could not delete', () => {
  test('leads a person who isn’t signed in to a page that has them sign in', () => {
    const page = pageFor('no_session_to_delete_with', navigation)
    expect(page).toBe(`${publicUrl}/account/delete?token=a+secret`)
  })

  test('that is no longer good says so, and is not carried on', () => {
    const page = pageFor('deletion_token_is_invalid', navigation)
    expect(page).toBe(`${publicUrl}/account/delete?error=invalid_token`)
  })

  test('answers a program with the refusal itself', () => {
    expect(pageFor('no_session_to_delete_with')).toBeNull()
    expect(pageFor('no_session_to_delete_with', { 'sec-fetch-mode': 'cors' })).toBeNull()
  })

  test('a bug is not hidden behind a page', () => {
    const error = new Error('a bug')
    expect(deletionPage(publicUrl, navigation, { error, secret: 'a secret' })).toBeNull()
  })
})
