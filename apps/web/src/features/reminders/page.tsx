import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { ListPage } from './list-page.tsx'
import { NewPage } from './new-page.tsx'

/** Renders the reminders, and the form for a new one; one chunk of code for both. */
export default function RemindersPage() {
  return useLocation().pathname === paths.newReminder ? <NewPage /> : <ListPage />
}
