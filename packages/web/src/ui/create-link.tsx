import { type LinkProps, useRouter } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { ActionButton } from './action-controls.tsx'
import { usePageActions } from './page-actions.ts'

interface CreateLinkProps {
  label: string
  /** The page where it is created. */
  link: LinkProps
}

/** The primary action of a list that has a page of its own; also the key C. */
export function CreateLink({ label, link }: CreateLinkProps) {
  const router = useRouter()
  // A failed navigation shows the error page, so it isn’t awaited.
  const run = () => void router.navigate(link)
  const action = { label, icon: plus, shortcut: 'c', run }
  usePageActions('This list', [action])
  return <ActionButton variant="primary" action={action} link={link} />
}

const plus = <Plus aria-hidden="true" />
