import type { Invitation } from '#/features/organizations/organization-queries.ts'
import { useToast } from '#/ui/toast.tsx'

/** Copies the link of an invitation, or shows it if copying fails. */
export function useCopyLink({ id, email }: Invitation): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const link = `${window.location.origin}/accept-invitation/${id}`
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Link copied', description: `It works only for ${email}.` })
    } catch {
      // Browsers may deny it, and without https there is no clipboard.
      toast({ tone: 'warn', title: 'Copy this link manually', description: link })
    }
  }
}
