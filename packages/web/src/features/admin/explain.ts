import { failureMessage, type Messages } from '#/lib/failure-message.ts'

/** Messages for operators by refusal code. */
export function explain(error: unknown): string {
  return failureMessage(error, operatorMessages)
}

export const operatorMessages: Messages = {
  YOU_CANNOT_REMOVE_YOURSELF: 'Delete your own account on your account page.',
  YOU_CANNOT_IMPERSONATE_ADMINS: 'You can’t sign in as another operator.',
  BANNED_USER: 'You can’t sign in as a banned user. Lift the ban first.',
  USER_NOT_FOUND: 'This user no longer exists. The account may have been deleted.',
  JOB_NOT_FOUND: 'This job has succeeded in the meantime.',
  JOB_HAS_CHANGED: 'This job is running, or was retried in the meantime. Close it, and look again.',
  MAIL_HAS_CHANGED:
    'This mail is being sent, or was tried in the meantime. Close it, and look again.',
  RESET_PASSWORD_ISNT_ENABLED: 'This server can’t send password reset links.',
}
