import * as z from 'zod/mini'
import { givenId } from '../identity/given-id.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'

export const pictureBytesMax = 1024 * 1024
export const pictureSideMax = 1024

/** In base 64. */
const picture = z.string().check(z.minLength(1), z.maxLength(Math.ceil(pictureBytesMax / 3) * 4))

const ofPictures = {
  wire: 'account',
  method: 'POST',
  for: 'session',
  status: 200,
  bodyLimitBytes: 1536 * 1024,
  rateLimit: [
    { requestsMax: 20, windowSeconds: 60, by: 'caller', bucket: 'pictures' },
  ] as const satisfies readonly RateLimitRule[],
} as const

const whatIsTaken =
  'A PNG or JPEG of at most 1 MB and 1024 by 1024 pixels, in base 64. Metadata such as the place ' +
  'where a photo was taken is removed, and so is the picture that it replaces.'

export const uploadPicture = operation({
  ...ofPictures,
  tag: 'Profile',
  name: 'uploadPicture',
  path: '/api/auth/upload-picture',
  summary: 'Upload your profile picture',
  description: `Sets \`image\` to its URL. ${whatIsTaken}`,
  body: z.object({ picture }),
  returns: z.object({ image: z.string() }),
  refuses: ['unauthorized', 'picture_too_large', 'picture_not_supported'],
})

export const uploadLogo = operation({
  ...ofPictures,
  tag: 'Organizations',
  name: 'uploadLogo',
  path: '/api/auth/organization/upload-logo',
  summary: 'Upload the logo of an organization',
  description: `Sets \`logo\` to its URL. ${whatIsTaken}`,
  body: z.object({ organizationId: givenId(organizationId), picture }),
  returns: z.object({ logo: z.string() }),
  refuses: [
    'unauthorized',
    'user_is_not_a_member',
    'not_allowed_to_update_organization',
    'picture_too_large',
    'picture_not_supported',
  ],
})
