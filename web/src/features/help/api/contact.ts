import { useMutation } from '@tanstack/react-query';
import type { ContactBody } from '@inkling/contracts';
import { api } from '../../../lib/api';

/** `POST /api/contact`. */
export const useContact = () => useMutation({ mutationFn: (body: ContactBody) => api.post('/api/contact', body) });
