import { ContactForm } from '../features/enquiry/contact-form.tsx'
import { wake } from './wake.ts'

wake('contact', ContactForm)
