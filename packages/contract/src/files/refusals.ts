import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

const badPart = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const

const badLink = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const

export const fileRefusals = {
  file_too_large: unprocessable('A file can have at most {megabytesMax} MB'),
  file_space_used_up: unprocessable(
    'The files of an organization can have at most {megabytesMax} MB in total. Delete some first.',
  ),
  file_upload_unknown: unprocessable('This upload belongs to another file'),
  file_parts_differ: unprocessable('List each of the {count} planned parts once, in order'),
  file_part_missing: unprocessable('No part {number} was received with this ETag. Send it again.'),
  file_bytes_wrong: unprocessable(
    'The uploaded bytes don’t have the announced size and checksum, so the file was deleted. ' +
      'Start a new upload.',
  ),
  file_type_wrong: unprocessable(
    'The uploaded bytes are not {mimeType}, so the file was deleted. Start a new upload.',
  ),
  file_part_length_wrong: badPart('This part must have exactly {size} bytes'),
  file_part_checksum_wrong: badPart('The uploaded bytes don’t have the checksum of this part'),
  file_link_invalid: badLink('The signature of this URL is missing or wrong'),
  file_link_expired: badLink('This URL has expired'),
  picture_too_large: {
    ...badPart('The picture must have at most 1 MB'),
    code: 'PICTURE_TOO_LARGE',
  },
  picture_not_supported: {
    ...badPart('The picture must be a PNG or JPEG of at most 1024 by 1024 pixels'),
    code: 'PICTURE_NOT_SUPPORTED',
  },
} as const satisfies Record<string, RefusalEntry>
