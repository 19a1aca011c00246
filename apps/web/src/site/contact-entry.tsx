import { ContactForm } from '../features/enquiries/contact-form.tsx'
import { startTranslatable } from './translatable.ts'
import { wake } from './wake.ts'

wake('contact', ContactForm, startTranslatable)
