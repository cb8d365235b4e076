import { getSitePrefix, toNetwork } from '#backend/client-network.ts';
import { isLocal } from './client-ip.ts';

/** A site is an IPv6 /48. */
export type NetworkLimits = { maxPerNetwork: number; maxPerSite: number };

/** The function adds to an IP's totals and returns whether they are within the limits. */
export function createNetworkTotals({ maxPerNetwork, maxPerSite }: NetworkLimits) {
  const totals = new Map<string, number>();
  const add = (key: string, amount: number) => {
    const total = (totals.get(key) ?? 0) + amount;
    if (total > 0) totals.set(key, total);
    else totals.delete(key);
    return total;
  };
  return (ip: string | undefined, amount: number): boolean => {
    if (!ip || isLocal(ip)) return true;
    const network = toNetwork(ip);
    const site = getSitePrefix(network);
    const isNetworkWithin = add(network, amount) <= maxPerNetwork;
    const isSiteWithin = !site || add(site, amount) <= maxPerSite;
    return isNetworkWithin && isSiteWithin;
  };
}
