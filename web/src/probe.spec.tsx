import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { MemoryRouter, Link } from 'react-router-dom';
import { useState } from 'react';
import { IMPOSSIBLE } from './probe-const';
import * as consts from '@inkling/contracts/constants';
function A() { const [n, s] = useState(0); const q = useQuery({ queryKey: ['a'], queryFn: async () => new Response('x').text() }); return <button onClick={() => s(n + 1)}>n{n}{q.data}<Link to="/a">l</Link></button>; }
it('renders', async () => {
  render(<MemoryRouter><QueryClientProvider client={new QueryClient()}><A /></QueryClientProvider></MemoryRouter>);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText(/n1x/)).toBeInTheDocument();
  expect(Object.keys(consts).length).toBeGreaterThan(1); expect(IMPOSSIBLE).toBe(1);
});
