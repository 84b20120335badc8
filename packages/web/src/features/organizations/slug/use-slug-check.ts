import { checkSlug } from '@guildhall/contract/organizations/organizations'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { slugSchema } from '#/features/organizations/profile-rules.ts'
import { api } from '#/lib/api.ts'
import { mistakeIn } from '#/lib/form-schema.ts'
import { Refused } from '#/lib/request.ts'
import { useSettled } from '#/lib/use-settled.ts'

type SlugStatus =
  /** Nothing to check: no slug, or the current one. */
  | 'unasked'
  | 'checking'
  | 'free'
  | 'taken'
  /** The check failed; saving checks again. */
  | 'unknown'

const pauseMilliseconds = 300

/** Checks whether a slug is available, debounced. */
export function useSlugCheck(slug: string, own: string | null): SlugStatus {
  const settled = useSettled(slug, pauseMilliseconds)
  const isAskable = (one: string) => one !== own && mistakeIn(slugSchema, one) === null
  const { data, isError } = useQuery({ ...slugQuery(settled), enabled: isAskable(settled) })
  if (!isAskable(slug)) return 'unasked'
  if (settled !== slug) return 'checking'
  return data ?? (isError ? 'unknown' : 'checking')
}

const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['slug', slug],
    queryFn: async ({ signal }): Promise<'free' | 'taken'> => {
      try {
        await api.call(checkSlug, { body: { slug }, signal })
        return 'free'
      } catch (error) {
        if (error instanceof Refused && error.code === 'SLUG_IS_TAKEN') return 'taken'
        throw error
      }
    },
    staleTime: 0,
  })
