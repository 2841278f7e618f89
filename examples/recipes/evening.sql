-- What each player won in an evening: DuckDB over a table of `show -f csv`.
SELECT winner AS player, count(*) AS hands, sum(points) AS points, max(points) AS best
FROM read_csv('evening.csv')
WHERE winner IS NOT NULL
GROUP BY winner
ORDER BY points DESC;
