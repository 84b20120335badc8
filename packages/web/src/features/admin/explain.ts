import { failureWords, type Words } from '../../lib/failure-words.ts'

/** A refusal in the words of the operators' pages. */
export function explain(error: unknown): string {
  return failureWords(error, words)
}

const words: Words = {
  YOU_CANNOT_REMOVE_YOURSELF: 'Delete your own account on your account page.',
  YOU_CANNOT_IMPERSONATE_ADMINS: 'Nobody can sign in as another operator.',
  BANNED_USER: 'Nobody can sign in as a banned user. Lift the ban first.',
  USER_NOT_FOUND: 'This user no longer exists. Somebody else may have deleted the account.',
  RESET_PASSWORD_ISNT_ENABLED: 'This server sends no links to reset passwords.',
}
