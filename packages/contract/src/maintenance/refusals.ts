import type { RefusalEntry } from '../refusal-entry.ts'

export const maintenanceRefusals = {
  job_not_found: {
    status: 404,
    message: 'Job not found: it has succeeded, or never existed',
    error: 'ResourceNotFound',
    code: 'JOB_NOT_FOUND',
  },
  job_has_changed: {
    status: 409,
    message: 'This job is running, or was retried in the meantime. List it again',
    error: 'Conflict',
    code: 'JOB_HAS_CHANGED',
  },
  mail_not_found: {
    status: 404,
    message: 'Mail not found: it never existed, or was deleted after 90 days',
    error: 'ResourceNotFound',
    code: 'MAIL_NOT_FOUND',
  },
  mail_has_changed: {
    status: 409,
    message: 'This mail is being sent, or was tried in the meantime. List it again',
    error: 'Conflict',
    code: 'MAIL_HAS_CHANGED',
  },
  mail_is_final: {
    status: 400,
    message: 'This mail was sent or given up, and what it said is deleted',
    error: 'BadRequest',
    code: 'MAIL_IS_FINAL',
  },
  no_mail_server: {
    status: 400,
    message: 'This server has no mail server: set SMTP_URL',
    error: 'BadRequest',
    code: 'NO_MAIL_SERVER',
  },
} as const satisfies Record<string, RefusalEntry>
